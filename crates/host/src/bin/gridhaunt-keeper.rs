//! The keeper alone, for hosts that are not the `gridhaunt` binary: name it in `GRIDHAUNT_KEEPER`.

fn main() {
    #[cfg(unix)]
    gridhaunt_host::keeper::main_if_asked();
    eprintln!("gridhaunt-keeper is started by a host that holds programs; it does nothing by itself");
    std::process::exit(2);
}
