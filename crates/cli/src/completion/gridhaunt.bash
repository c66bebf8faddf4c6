# Completions of gridhaunt for bash. The program itself says what can follow.
_gridhaunt() {
    local word about open=
    COMPREPLY=()
    while IFS=$'\t' read -r word about; do
        COMPREPLY+=("${word// /\\ }")
        [[ $word == *[=:/@,] ]] && open=1
    done < <("${1/#\~/$HOME}" complete --breaks "$COMP_WORDBREAKS" -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    # What goes on, such as a folder or a setting without its value, gets no space behind it.
    if [[ $open ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _gridhaunt gridhaunt
