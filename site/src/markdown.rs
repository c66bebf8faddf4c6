//! Markdown as HTML: headings with anchors, links that stay within the site, text for the search.

use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeMap;

/// A part of a page under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) heading: String,
    /// The anchor of its heading; empty at the top of a page.
    pub(crate) anchor: String,
    pub(crate) text: String,
}

/// A text as HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rendered {
    /// The first heading.
    pub(crate) title: String,
    pub(crate) html: String,
    pub(crate) sections: Vec<Section>,
}

/// Renders a text. `link` says where a link of the text leads on the site; without an answer only its words are left.
pub(crate) fn render(text: &str, link: impl Fn(&str) -> Option<String>) -> Rendered {
    let events: Vec<Event<'_>> =
        Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect();
    let (mut rendered, mut out) = (Rendered::default(), Vec::with_capacity(events.len()));
    let (mut section, mut anchors, mut open_links) = (Section::default(), BTreeMap::new(), Vec::new());
    let (mut columns, mut column, mut row, mut cell) = (Vec::new(), 0, "td", "td");
    let mut events = events.into_iter().peekable();
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let inside: Vec<Event<'_>> =
                    std::iter::from_fn(|| events.next_if(|event| !matches!(event, Event::End(TagEnd::Heading(_)))))
                        .collect();
                events.next();
                let words: String = inside.iter().filter_map(word).collect();
                let anchor = anchor(&words, &mut anchors);
                if level == HeadingLevel::H1 && rendered.title.is_empty() {
                    rendered.title.clone_from(&words);
                }
                rendered.sections.push(std::mem::take(&mut section));
                section.heading.clone_from(&words);
                section.anchor = if level == HeadingLevel::H1 { String::new() } else { anchor.clone() };
                out.push(Event::Html(format!("<{level} id=\"{anchor}\">").into()));
                out.extend(inside);
                out.push(Event::Html(format!("</{level}>\n").into()));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let leads = link(&dest_url);
                open_links.push(leads.is_some());
                if let Some(leads) = leads {
                    out.push(Event::Start(Tag::Link { link_type, dest_url: leads.into(), title, id }));
                }
            }
            Event::End(TagEnd::Link) => {
                if open_links.pop() == Some(true) {
                    out.push(Event::End(TagEnd::Link));
                }
            }
            // A table that is wider than the page is moved by itself.
            Event::Start(Tag::Table(aligned)) => {
                out.push(Event::Html("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">".into()));
                // The policy of the site lets no style stand in a tag: cells get a class instead.
                out.push(Event::Start(Tag::Table(vec![Alignment::None; aligned.len()])));
                (columns, column) = (aligned, 0);
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                (column, row) = (0, if matches!(event, Event::Start(Tag::TableHead)) { "th" } else { "td" });
                out.push(event);
            }
            Event::Start(Tag::TableCell) => {
                let class = match columns.get(column) {
                    Some(Alignment::Right) => " class=\"right\"",
                    Some(Alignment::Center) => " class=\"center\"",
                    _ => "",
                };
                // A head without words says nothing: it is the corner of the table.
                let is_empty = matches!(events.peek(), Some(Event::End(TagEnd::TableCell)));
                cell = if is_empty { "td" } else { row };
                out.push(Event::Html(format!("<{cell}{class}>").into()));
                column += 1;
            }
            Event::End(TagEnd::TableCell) => {
                section.text.push(' ');
                out.push(Event::Html(format!("</{cell}>").into()));
            }
            Event::End(TagEnd::Table) => {
                out.push(Event::End(TagEnd::Table));
                out.push(Event::Html("</div>\n".into()));
            }
            event => {
                match &event {
                    Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::CodeBlock) => {
                        section.text.push(' ');
                    }
                    event => section.text.extend(word(event)),
                }
                out.push(event);
            }
        }
    }
    rendered.sections.push(section);
    rendered.sections.retain(|section| !section.text.trim().is_empty() || !section.heading.is_empty());
    html::push_html(&mut rendered.html, out.into_iter());
    // Whatever is wider than the page must be reached by keys too.
    rendered.html = rendered.html.replace("<pre>", "<pre tabindex=\"0\">");
    rendered
}

/// The words of an event.
fn word<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        Event::SoftBreak | Event::HardBreak => Some(" "),
        _ => None,
    }
}

/// The anchor of a heading: as pages of a repository have it, and only once on a page.
fn anchor(words: &str, taken: &mut BTreeMap<String, usize>) -> String {
    let letters = words.trim().to_lowercase();
    let kept = letters.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let plain: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
    let times = taken.entry(plain.clone()).or_insert(0);
    *times += 1;
    if *times > 1 { format!("{plain}-{}", *times - 1) } else { plain }
}

/// A text for HTML, between tags and in attributes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_without_a_style() {
        let rendered = render("| | b |\n|---|--:|\n| ` style=\"text-align: right\"` | 1 |\n", |_| None);
        assert!(rendered.html.contains("<td class=\"right\">1</td>"), "{}", rendered.html);
        assert!(rendered.html.contains("<tr><td></td><th class=\"right\">b</th></tr>"), "{}", rendered.html);
        assert!(rendered.html.contains("<td><code> style=\"text-align: right\"</code></td>"), "{}", rendered.html);
    }

    #[test]
    fn headings_have_anchors_and_links_stay_on_the_site() {
        let text = "# The game\n\nOne [rule](rules.md#r1), [code](../src/lib.rs) and `x < y`.\n\n## Play: it's *on*\n\nGo.\n\n## Play: it's on\n";
        let rendered = render(text, |link| link.strip_suffix(".md#r1").map(|page| format!("{page}.html#r1")));
        assert_eq!(rendered.title, "The game");
        assert!(
            rendered.html.contains("<a href=\"rules.html#r1\">rule</a>, code and <code>x &lt; y</code>"),
            "{}",
            rendered.html
        );
        assert!(rendered.html.contains("<h2 id=\"play-its-on\">Play: it's <em>on</em></h2>"), "{}", rendered.html);
        assert!(rendered.html.contains("<h2 id=\"play-its-on-1\">"));
        let anchors: Vec<&str> = rendered.sections.iter().map(|section| section.anchor.as_str()).collect();
        assert_eq!(anchors, ["", "play-its-on", "play-its-on-1"]);
        assert!(rendered.sections[0].text.contains("One rule, code and x < y."));
    }
}
