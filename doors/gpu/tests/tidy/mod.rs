//! PTX as the compiler writes it, made the same on every machine and cut into games.

use std::collections::{BTreeMap, BTreeSet};

/// A declaration, a variable or a function, with its name.
struct Item<'a> {
    name: &'a str,
    text: String,
    is_entry: bool,
}

/// The kernels that every game has, besides its own.
const SHARED: [&str; 3] = ["give_heap", "heap_end", "give_desks"];

/// The kernels of every game, by the name of the game: what they need of the file and nothing else.
pub(crate) fn sections(ptx: &str) -> BTreeMap<String, String> {
    let ptx = tables_by_content(&renamed(ptx, plain));
    let (head, items) = cut(&ptx);
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    items.iter().enumerate().for_each(|(at, item)| by_name.entry(item.name).or_default().push(at));
    let needs: Vec<BTreeSet<usize>> = items
        .iter()
        .map(|item| words(&item.text).filter_map(|word| by_name.get(word)).flatten().copied().collect())
        .collect();
    let games = items.iter().filter_map(|item| item.name.strip_suffix("_unload").filter(|_| item.is_entry));
    games
        .map(|game| {
            let own = |name: &str| name.strip_prefix(game).is_some_and(|rest| rest.starts_with('_'));
            let mut todo: Vec<usize> = (0..items.len())
                .filter(|&at| items[at].is_entry && (own(items[at].name) || SHARED.contains(&items[at].name)))
                .collect();
            let mut kept = BTreeSet::new();
            while let Some(at) = todo.pop() {
                if kept.insert(at) {
                    todo.extend(&needs[at]);
                }
            }
            let text: String = kept.into_iter().map(|at| items[at].text.as_str()).collect();
            (game.to_string(), format!("{head}{text}"))
        })
        .collect()
}

/// Without comments, and without what differs between machines: the number of a crate in a name, and that of a function
/// in its labels.
fn renamed(ptx: &str, rename: impl Fn(&str) -> String) -> String {
    let mut text = String::with_capacity(ptx.len());
    for line in ptx.lines() {
        let line = line.split("//").next().unwrap_or_default().trim_end();
        if line.is_empty() {
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find(is_part) {
            let (before, from) = rest.split_at(at);
            let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
            text += before;
            text += &rename(&from[..end]);
            rest = &from[end..];
        }
        text += rest;
        text.push('\n');
    }
    text
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_$%".contains(c)
}

/// Tables of constants, which the compiler numbers through the whole program, are called by what they hold. Of equal ones
/// one is kept.
fn tables_by_content(ptx: &str) -> String {
    let mut names = BTreeMap::new();
    for line in ptx.lines().filter(|line| line.starts_with(".global ") && line.contains('=')) {
        let table = words(line).find(|word| word.starts_with("anon_$_") || word.starts_with("switch_$_table"));
        if let Some(table) = table {
            names.insert(table, format!("table_{:016x}", hash(&line.replace(table, ""))));
        }
    }
    let renamed = renamed(ptx, |word| names.get(word).map_or_else(|| word.into(), Clone::clone));
    let mut told = BTreeSet::new();
    let is_new = |line: &&str| !line.starts_with(".global ") || told.insert(line.to_string());
    renamed.lines().filter(is_new).flat_map(|line| [line, "\n"]).collect()
}

/// FNV-1a, which is the same with every compiler.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// A name without such numbers.
fn plain(word: &str) -> String {
    if let Some((_, number)) = word.strip_prefix("$L__BB").and_then(|label| label.split_once('_')) {
        return format!("$L_{number}");
    }
    if word.starts_with("__local_depot") {
        return "__local_depot".into();
    }
    if !word.contains("_R") {
        return word.into();
    }
    // A crate is `C`, a number as `s…_`, and the length of its name.
    let (mut plain, mut rest) = (String::new(), word);
    while let Some(at) = rest.find("Cs") {
        let number = &rest[at + 2..];
        let len = number.find('_').filter(|&len| number[..len].chars().all(|c| c.is_ascii_alphanumeric()));
        let is_crate = len.is_some_and(|len| number[len + 1..].starts_with(|c: char| c.is_ascii_digit()));
        plain += &rest[..=at];
        rest = match len {
            Some(len) if is_crate && len > 8 => &number[len + 1..],
            _ => &rest[at + 1..],
        };
    }
    plain + rest
}

/// What stands before the first item, and the items.
fn cut(ptx: &str) -> (String, Vec<Item<'_>>) {
    let (mut head, mut items) = (String::new(), Vec::new());
    let mut lines = ptx.lines().peekable();
    while let Some(line) = lines.next_if(|line| [".version", ".target", ".address"].iter().any(|w| line.starts_with(w)))
    {
        head += line;
        head.push('\n');
    }
    let mut item: Vec<&str> = Vec::new();
    for line in lines {
        item.push(line);
        let is_body = item.iter().any(|line| line.starts_with('{'));
        let ends = if is_body { line == "}" } else { line.ends_with(';') };
        if ends {
            let title = item[0];
            let is_entry = title.contains(".entry ");
            // A variable's name stands before its length or its value, a function's after what it returns.
            let whole = item.iter().take(3).copied().collect::<Vec<_>>().join(" ");
            let title = whole.split(['=', '{', ';']).next().unwrap_or_default();
            let title = title.split(").func").last().unwrap_or(title);
            let names =
                words(title).filter(|word| !word.starts_with('%') && !word.starts_with(|c: char| c.is_ascii_digit()));
            let reserved =
                ["visible", "entry", "func", "global", "const", "extern", "weak", "align", "param", "noreturn"];
            let is_type = |word: &str| word.len() <= 3 && word[1..].bytes().all(|c| c.is_ascii_digit());
            let name = names
                .into_iter()
                .find(|word| !reserved.contains(word) && !is_type(word) && !word.starts_with("func_retval"));
            let name = name.expect("every item has a name");
            items.push(Item { name: ptx_word(ptx, name), text: item.join("\n") + "\n", is_entry });
            item.clear();
        }
    }
    assert!(item.is_empty(), "the last item has no end: {item:?}");
    (head, items)
}

/// The same word where it stands in the whole text.
fn ptx_word<'a>(ptx: &'a str, word: &str) -> &'a str {
    let at = ptx.find(word).expect("it is from there");
    &ptx[at..at + word.len()]
}

/// The names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_part(c)).filter(|word| !word.is_empty())
}
