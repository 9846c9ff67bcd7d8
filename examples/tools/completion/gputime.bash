# Completion of gtprof and gtlint in bash: options as the program's own --help lists them, else files. For gtprof the
# first word that is no option is a program, and behind it stand that program's arguments.
_gputime_complete() {
    local tool=$1 word=$2 before=$3 i options behind=''
    COMPREPLY=()
    if [[ $(basename "$tool") == gtprof ]]; then
        for ((i = 1; i < COMP_CWORD; i++)); do
            case ${COMP_WORDS[i]} in
            --output | --json | --csv | --trace | --html | --kernels | --from | --to | --mode | --call-log) ((i++)) ;;
            -*) ;;
            *) behind=yes ;;
            esac
        done
    fi
    if [[ $before == --mode ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'layer stand-in' -- "$word")
    elif [[ $word == -* && -z $behind ]]; then
        options=$("$tool" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]+' | sort -u)
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ $(basename "$tool") == gtprof && -z $behind && $before != --* ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "$word"; compgen -f -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _gputime_complete gtprof gtlint
