// Types of TypeScript from JSON Schemas, as far as the project's schemas go.

const quoted = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const comment = (schema, indent) => (schema.description ? `${indent}/** ${schema.description.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n` : '');

function typeOf(schema, named) {
  if (schema === true || schema === undefined || Object.keys(schema).length === 0) return 'unknown';
  if (schema.$ref) return named(schema.$ref.replace('#/$defs/', ''));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const several = schema.oneOf ?? schema.anyOf;
  if (several) return several.map((one) => typeOf(one, named)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, named)).join(' | ');
  if (schema.type === 'array') {
    if (schema.prefixItems) return `[${schema.prefixItems.map((one) => typeOf(one, named)).join(', ')}]`;
    return `(${typeOf(schema.items, named)})[]`;
  }
  if (schema.type === 'object') {
    if (!schema.properties) return `{ [name: string]: ${typeOf(schema.additionalProperties || undefined, named)} }`;
    const required = new Set(schema.required ?? []);
    const lines = Object.entries(schema.properties).map(([name, one]) => `${comment(one, '  ')}  ${quoted(name)}${required.has(name) ? '' : '?'}: ${typeOf(one, named)};\n`);
    return `{\n${lines.join('')}}`;
  }
  return { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' }[schema.type] ?? 'unknown';
}

/** The questions whose record has a schema of another name than they have, or more than one. */
const RECORDS = { verify: ['verify', 'verify-duals'], why: ['why', 'why-opponents'], solve: ['solve', 'solve-as-written', 'solve-shown'], pair: ['pair', 'checklist'], compare: ['compare', 'compare-all-rounds'], model: ['model', 'program'], rule: ['rule', 'rules'] };
const QUESTIONS = ['solve', 'explain', 'why', 'pair', 'verify', 'compare', 'check', 'pareto', 'info', 'edit', 'standings', 'model', 'rule'];

/** The declarations of the records, from `[name, schema]` of each file. */
export function declarations(schemas) {
  const made = new Map();
  const titles = new Map();
  const declare = (name, schema, named) => {
    const text = `${comment(schema, '')}export type ${name} = ${typeOf(schema, named)};\n`;
    if (made.has(name) && made.get(name) !== text) return false;
    made.set(name, text);
    return true;
  };
  for (const [file, schema] of schemas) {
    const own = schema.title;
    // Where two schemas mean something else by one name, the later one has the name of its record before it.
    const taken = Object.fromEntries(Object.keys(schema.$defs ?? {}).map((name) => [name, name]));
    const named = (name) => taken[name] ?? 'unknown';
    for (const [name, one] of Object.entries(schema.$defs ?? {})) {
      if (!declare(name, one, named)) {
        taken[name] = `${own}${name}`;
        declare(taken[name], one, named);
      }
    }
    const title = made.has(own) && !declare(own, schema, named) ? `${own}Record` : own;
    declare(title, schema, named);
    titles.set(file, title);
  }
  const answers = QUESTIONS.map((question) => `  ${question}: ${(RECORDS[question] ?? [question]).map((file) => titles.get(file)).join(' | ')};\n`);
  return `// Made from docs/schema.\n${[...made.values()].join('')}/** The answer of each question. */\nexport interface QuestionAnswers {\n${answers.join('')}  convert: string;\n  seed: unknown;\n}\n`;
}
