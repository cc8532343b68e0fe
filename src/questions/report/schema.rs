use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

/// The JSON Schema of a record or a request.
pub fn schema<Record: JsonSchema>() -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<Record>();
    // A schema is plain JSON, which can always be written.
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}
