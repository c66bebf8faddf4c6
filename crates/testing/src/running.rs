//! Tests of a program that has no harness, since its `main` is needed for something else too.

/// Runs the tests whose names contain a word of the command line, all if there is none; a test fails by a panic.
pub fn run_tests(tests: &[(&str, fn())]) {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, test) in tests {
        if wanted.is_empty() || wanted.iter().any(|wanted| name.contains(wanted.as_str())) {
            println!("test {name} ...");
            test();
        }
    }
}
