# Completion of anbar for fish. The program itself knows its commands and flags.
function __anbar_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    # The value after --flag= is completed with the flag before it.
    set -l flag (string match -r -- '^--[^=]+=' $current; or echo)
    for line in ($before[1] __complete $before[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files*'
                __fish_complete_path $current
            case ':directories*'
                __fish_complete_directories $current
            case '*'
                echo $flag$line
        end
    end
end
complete -c anbar -f -a '(__anbar_complete)'
