# Completion of anbar for bash. The program itself knows its commands and flags.
_anbar() {
	local cur=${COMP_WORDS[COMP_CWORD]} word kind
	local -a found=()
	[ "$cur" != = ] || cur=
	COMPREPLY=()
	while IFS=$'\t' read -r word kind; do
		case $word in
		:files) compopt -o filenames && mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur") ;;
		:directories) compopt -o filenames && mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$cur") ;;
		*) found+=("$word") ;;
		esac
	done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
	COMPREPLY+=("${found[@]}")
}
complete -F _anbar anbar
