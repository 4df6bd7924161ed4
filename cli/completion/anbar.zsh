#compdef anbar
# Completion of anbar for zsh. The program itself knows its commands and flags.
_anbar() {
	local line word
	local -a found asked
	asked=("${(@)words[2,CURRENT]}")
	compset -P '--*=' # the value after --flag= is completed alone
	for line in "${(@f)$("${words[1]}" __complete "${asked[@]}" 2>/dev/null)}"; do
		word=${line%%$'\t'*}
		case $word in
		'') ;;
		:files) _files ;;
		:directories) _files -/ ;;
		*) found+=("${word//:/\\:}:${line#*$'\t'}") ;;
		esac
	done
	if (( ${#found} )); then
		_describe -V anbar found
	fi
}
if [ "$funcstack[1]" = _anbar ]; then
	_anbar "$@"
else
	compdef _anbar anbar
fi
