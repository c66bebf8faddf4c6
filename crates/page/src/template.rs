//! A text with placeholders.

/// Replaces every placeholder such as `{{title}}` by its value. Placeholders inside values are not replaced.
pub(crate) fn fill<'a>(template: &'a str, value: impl Fn(&str) -> &'a str) -> String {
    let (mut filled, mut rest) = (String::new(), template);
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = after.split_once("}}") else { break };
        filled.push_str(before);
        filled.push_str(value(name));
        rest = behind;
    }
    filled + rest
}

/// Escapes a text for HTML, for use between tags.
pub(crate) fn text_in_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_values_stay_as_they_are() {
        let value = |name: &str| if name == "a" { "{{b}}" } else { "B" };
        assert_eq!(fill("1 {{a}} 2 {{b}} 3 {{ 4", value), "1 {{b}} 2 B 3 {{ 4");
    }
}
