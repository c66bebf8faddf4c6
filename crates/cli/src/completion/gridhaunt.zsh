#compdef gridhaunt
# Completions of gridhaunt for zsh. The program itself says what can follow.
_gridhaunt() {
    local word about
    local -a open open_told shut shut_told
    while IFS=$'\t' read -r word about; do
        # What goes on, such as a folder or a setting without its value, gets no space behind it.
        if [[ $word == *[=:/@,] ]]; then
            open+=("$word") open_told+=("$word${about:+  -- $about}")
        else
            shut+=("$word") shut_told+=("$word${about:+  -- $about}")
        fi
    done < <("${(Q)words[1]}" complete -- "${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)
    (( $#open )) && compadd -l -S '' -d open_told -a open
    (( $#shut )) && compadd -l -d shut_told -a shut
    (( $#open + $#shut ))
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _gridhaunt "$@"
else
    compdef _gridhaunt gridhaunt
fi
