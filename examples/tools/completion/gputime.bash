# Completion of gtprof and gtlint in bash: the options that the tool's --help lists, else files. The first word of
# gtprof that is no option is a program, and that program's arguments follow. "gtlint run" has options of its own, and
# programs behind "--". In --help, lines that begin with an option list options; examples below may name options of the
# other tool.
_gputime_complete() {
    local tool=$1 word=$2 before=$3 i options behind='' run=''
    COMPREPLY=()
    if [[ $(basename "$tool") == gtprof ]]; then
        for ((i = 1; i < COMP_CWORD; i++)); do
            case ${COMP_WORDS[i]} in
            --output | --json | --csv | --trace | --html | --kernels | --calls | --rows | --from | --to | --mode | \
                --call-log | --first | --last | --trace-size) ((i++)) ;;
            -*) ;;
            *) behind=yes ;;
            esac
        done
    elif [[ ${COMP_WORDS[1]} == run && COMP_CWORD -gt 1 ]]; then
        run=run
        for ((i = 2; i < COMP_CWORD; i++)); do [[ ${COMP_WORDS[i]} != -- ]] || behind=yes; done
    fi
    if [[ $before == --mode && -z $behind ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'layer stand-in' -- "$word")
    elif [[ $word == -* && -z $behind ]]; then
        options=$("$tool" $run --help 2>/dev/null | grep '^ *--' | grep -oE -- '--[a-z][a-z-]+' | sort -u)
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ $before == -- || ($(basename "$tool") == gtprof && -z $behind && $before != --*) ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "$word"; compgen -f -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _gputime_complete gtprof gtlint
