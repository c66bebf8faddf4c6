//! JSON Schemas, read strictly.

use gridhaunt_kernel::json::Value;
use jsonschema::Validator;

/// A JSON Schema that refuses fields it does not name. Bots ignore such fields; a test must find them.
pub struct Strict(Validator);

impl Strict {
    /// Reads a schema.
    ///
    /// # Errors
    /// It is no schema.
    pub fn new(mut schema: Value) -> Result<Self, String> {
        close(&mut schema);
        jsonschema::draft202012::new(&schema).map(Self).map_err(|error| error.to_string())
    }

    /// Checks a document.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn check(&self, document: &Value) -> Result<(), String> {
        let told = |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
        self.0.validate(document).map_err(told)
    }
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("properties").is_some_and(Value::is_object) {
                object.entry("additionalProperties").or_insert(false.into());
            }
            object.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}
