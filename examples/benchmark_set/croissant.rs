//! The metadata of the set, as the format Croissant 1.0 of MLCommons (JSON-LD) has it.

#![expect(clippy::disallowed_methods, reason = "files that whoever runs it names")]

use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The day on which the set was made.
const PUBLISHED: &str = "2026-11-28";

/// The text of `croissant.json` for the files in `folder`.
pub fn metadata(folder: &Path) -> anyhow::Result<String> {
    let mut distribution = vec![file(folder, "optima.json", "application/json")?];
    let mut rounds: Vec<_> = fs::read_dir(folder.join("rounds"))?.collect::<Result<_, _>>()?;
    rounds.sort_by_key(fs::DirEntry::file_name);
    for round in rounds {
        let name = round.file_name().to_string_lossy().into_owned();
        let format = match name.rsplit('.').next() {
            Some("gz") => "application/gzip",
            Some("json") => "application/json",
            _ => "text/plain",
        };
        distribution.push(file(folder, &format!("rounds/{name}"), format)?);
    }
    distribution.push(file_set(
        "pairings",
        "pairings/*.pairs",
        "text/plain",
        "Pairings in the arbiters' form: the number of boards, then White and Black; a bye as `n 0`.",
    ));
    distribution.push(file_set(
        "certificates",
        "certificates/*.json",
        "application/json",
        "Certificates in integers of rounds with at most 32 players.",
    ));
    let metadata = json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "swiss-ilp-benchmark-set",
        "description": format!("Rounds of Swiss tournaments to be paired, each with its proven optimum under two objectives, whether the optimum is unique, \
            the canonical optimum, and the pairings by the rules of TCEC, FIDE Dutch 2012 and 1998, and Dubov 1997. Kinds: {}; real: a round of a real tournament.", super::kinds()),
        "creator": { "@type": "sc:Organization", "name": "The swiss-ilp authors" },
        "datePublished": PUBLISHED,
        "inLanguage": "en",
        "isLiveDataset": false,
        "keywords": ["Swiss system", "tournament pairing", "minimum-cost perfect matching", "integer programming", "chess"],
        "license": ["https://spdx.org/licenses/MIT", "https://spdx.org/licenses/Apache-2.0"],
        "url": "./",
        "version": env!("CARGO_PKG_VERSION"),
        "citeAs": citation(folder)?,
        "distribution": distribution,
        "recordSet": [record_set()],
    });
    Ok(serde_json::to_string_pretty(&metadata)? + "\n")
}

/// How the set is cited, as its `CITATION.cff` says it.
fn citation(folder: &Path) -> anyhow::Result<String> {
    let text = fs::read_to_string(folder.join("CITATION.cff"))?;
    let said = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": \"")?.strip_suffix('"'));
        line.ok_or_else(|| anyhow::anyhow!("CITATION.cff has no {key}"))
    };
    let (title, version, date) = (said("title")?, said("version")?, said("date-released")?);
    Ok(format!("The swiss-ilp authors. {title}. Version {version}, {date}."))
}

fn file(folder: &Path, name: &str, format: &str) -> anyhow::Result<Value> {
    let bytes = fs::read(folder.join(name))?;
    Ok(json!({
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": format!("{} B", bytes.len()),
        "encodingFormat": format,
        "sha256": super::sha256(&bytes),
    }))
}

fn file_set(id: &str, includes: &str, format: &str, description: &str) -> Value {
    json!({
        "@type": "cr:FileSet",
        "@id": id,
        "name": id,
        "description": description,
        "encodingFormat": format,
        "includes": includes,
    })
}

fn record_set() -> Value {
    let fields = [
        ("id", "sc:Text", "The name of the round."),
        ("kind", "sc:Text", "The kind of the round."),
        ("file", "sc:Text", "The tournament, from the folder of the set."),
        ("sha256", "sc:Text", "The hash of the tournament, unpacked."),
        ("round", "sc:Integer", "The round to pair."),
        ("players", "sc:Integer", "The number of players to be paired."),
        ("allowed_pairs", "sc:Integer", "The pairs, with the bye, that no rule forbids."),
        ("possible_pairs", "sc:Integer", "The pairs, with the bye, in any legal pairing; none for a large field."),
        ("seed", "sc:Integer", "The seed of the round; none for a real tournament."),
    ];
    let field = |(name, kind, description): (&str, &str, &str)| {
        json!({
            "@type": "cr:Field",
            "@id": format!("instances/{name}"),
            "name": name,
            "description": description,
            "dataType": kind,
            "source": { "fileObject": { "@id": "optima.json" }, "extract": { "jsonPath": format!("$.instances[*].{name}") } },
        })
    };
    json!({
        "@type": "cr:RecordSet",
        "@id": "instances",
        "name": "instances",
        "description": "The rounds of the set.",
        "key": { "@id": "instances/id" },
        "field": fields.map(field),
    })
}

/// The context that Croissant 1.0 asks for.
fn context() -> Value {
    json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "citeAs": "cr:citeAs",
        "column": "cr:column",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "data": { "@id": "cr:data", "@type": "@json" },
        "dataType": { "@id": "cr:dataType", "@type": "@vocab" },
        "dct": "http://purl.org/dc/terms/",
        "examples": { "@id": "cr:examples", "@type": "@json" },
        "extract": "cr:extract",
        "field": "cr:field",
        "fileProperty": "cr:fileProperty",
        "fileObject": "cr:fileObject",
        "fileSet": "cr:fileSet",
        "format": "cr:format",
        "includes": "cr:includes",
        "isLiveDataset": "cr:isLiveDataset",
        "jsonPath": "cr:jsonPath",
        "key": "cr:key",
        "md5": "cr:md5",
        "parentField": "cr:parentField",
        "path": "cr:path",
        "recordSet": "cr:recordSet",
        "references": "cr:references",
        "regex": "cr:regex",
        "repeated": "cr:repeated",
        "replace": "cr:replace",
        "sc": "https://schema.org/",
        "separator": "cr:separator",
        "source": "cr:source",
        "subField": "cr:subField",
        "transform": "cr:transform",
    })
}
