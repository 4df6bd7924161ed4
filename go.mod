module anbar

go 1.26
