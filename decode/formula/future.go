package formula

import "strings"

// futureFunctions are functions that came after the first edition of the format: files name them with _xlfn. before, and some
// of those that give arrays with _xlws. as well.
var futureFunctions = func() map[string]string {
	all := map[string]string{}
	for name := range strings.FieldsSeq(`
		ACOT ACOTH ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND BITLSHIFT BITOR
		BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS
		CHOOSEROWS COMBINA CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DROP
		ENCODEURL ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FLOOR.MATH FLOOR.PRECISE
		FORECAST.ETS FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS HSTACK HYPGEOM.DIST IFNA IFS
		IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV
		MAKEARRAY MAP MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV
		NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI POISSON.DIST
		QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SINGLE SKEW.P
		SORTBY STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN
		TEXTSPLIT TOCOL TOROW UNICHAR UNICODE UNIQUE VALUETOTEXT VAR.P VAR.S VSTACK WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP
		XMATCH XOR Z.TEST`) {
		all[name] = "_xlfn." + name
	}
	all["FILTER"], all["SORT"] = "_xlfn._xlws.FILTER", "_xlfn._xlws.SORT"
	return all
}()

// AddPrefixes returns a formula as files have it, with prefixes before the names of later functions.
func AddPrefixes(text string) string {
	return rewriteFunctionNames(text, func(name string) string {
		if full := futureFunctions[strings.ToUpper(name)]; full != "" {
			return full
		}
		return name
	})
}

// StripPrefixes returns a formula as people write it.
func StripPrefixes(text string) string {
	if !strings.Contains(text, "_xl") {
		return text
	}
	return rewriteFunctionNames(text, func(name string) string {
		return strings.TrimPrefix(strings.TrimPrefix(name, "_xlfn."), "_xlws.")
	})
}

// rewriteFunctionNames changes the names of functions.
func rewriteFunctionNames(text string, change func(string) string) string {
	var out strings.Builder
	done := 0
	for at := 0; at < len(text); {
		next := skipToken(text, at)
		if next < len(text) && text[next] == '(' && isWordByte(text[at]) {
			if name := text[at:next]; change(name) != name {
				out.WriteString(text[done:at])
				out.WriteString(change(name))
				done = next
			}
		}
		at = next
	}
	if done == 0 {
		return text
	}
	return out.String() + text[done:]
}
