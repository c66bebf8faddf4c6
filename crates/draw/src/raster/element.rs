//! The elements of the SVG documents of this crate: XML without declarations, comments and namespaces.

use std::borrow::Cow;

/// An element with its children.
#[derive(Debug, Default)]
pub(super) struct Element<'a> {
    pub(super) name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    pub(super) children: Vec<Self>,
    /// Its text, still escaped.
    text: &'a str,
}

impl<'a> Element<'a> {
    /// The root element of a document; `None` if it is not valid.
    pub(super) fn read(document: &'a str) -> Option<Self> {
        let mut open: Vec<Self> = Vec::new();
        let mut rest = document;
        loop {
            let start = rest.find('<')?;
            let end = start + rest[start..].find('>')?;
            let (text, tag) = (&rest[..start], &rest[start + 1..end]);
            rest = &rest[end + 1..];
            if let Some(parent) = open.last_mut()
                && !text.trim().is_empty()
            {
                parent.text = text;
            }
            let element = if tag.starts_with('/') {
                open.pop()?
            } else {
                let (content, closed) = tag.strip_suffix('/').map_or((tag, false), |content| (content, true));
                let element = Self::begin(content)?;
                if !closed {
                    open.push(element);
                    continue;
                }
                element
            };
            match open.last_mut() {
                Some(parent) => parent.children.push(element),
                None => return Some(element),
            }
        }
    }

    fn begin(tag: &'a str) -> Option<Self> {
        let (name, mut rest) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
        let mut attributes = Vec::with_capacity(8);
        while let Some((name, after)) = rest.split_once("=\"") {
            let (value, after) = after.split_once('"')?;
            attributes.push((name.trim_start(), value));
            rest = after;
        }
        Some(Self { name, attributes, ..Self::default() })
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    }

    /// An attribute as a number; 0 if it is missing.
    pub(super) fn number(&self, name: &str) -> f32 {
        self.attribute(name).and_then(|value| value.parse().ok()).unwrap_or(0.0)
    }

    pub(super) fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.attributes.iter().copied()
    }

    /// Its text, with XML escapes decoded.
    pub(super) fn text(&self) -> Cow<'a, str> {
        let text = self.text.trim();
        if !text.contains('&') {
            return text.into();
        }
        let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&")];
        signs.iter().fold(text.to_string(), |text, (name, sign)| text.replace(name, sign)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_nested_and_text_is_plain() {
        let root = Element::read(
            "<svg a=\"1\">\n <g b=\"x y\" c=\"2\">\n  <text>a &amp; &lt;b&gt;</text><rect/>\n </g>\n</svg>\n",
        );
        let root = root.unwrap();
        let group = &root.children[0];
        assert_eq!((root.name, root.number("a"), group.attribute("b")), ("svg", 1.0, Some("x y")));
        assert_eq!((group.children[0].text().as_ref(), group.children[1].name), ("a & <b>", "rect"));
    }

    #[test]
    fn what_is_no_document_is_none() {
        for text in ["", "<", "<a", "<a>", "</a>", "text", "<a b=\"></a>"] {
            assert!(Element::read(text).is_none(), "{text}");
        }
    }
}
