# Completions of gridhaunt for fish. The program itself says what can follow.
function __gridhaunt_complete
    gridhaunt complete -- (commandline --cut-at-cursor --current-process | string collect) 2>/dev/null
end
complete --command gridhaunt --no-files --arguments '(__gridhaunt_complete)'
