package seal

import "strings"

// encodeIdentity writes a key as age writes its identities (Bech32, BIP 173): age makes one of a given key only from that.
func encodeIdentity(key []byte) string {
	const prefix = "age-secret-key-"
	const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
	values := splitBits(key)
	sum := checksum(append(append(expandPrefix(prefix), values...), 0, 0, 0, 0, 0, 0)) ^ 1
	for i := range 6 {
		values = append(values, byte(sum>>(5*(5-i)))&31)
	}
	var out strings.Builder
	out.WriteString(prefix + "1")
	for _, v := range values {
		out.WriteByte(charset[v])
	}
	return strings.ToUpper(out.String())
}

func splitBits(key []byte) (values []byte) {
	bits, n := uint32(0), 0
	for _, c := range key {
		bits, n = bits<<8|uint32(c), n+8
		for ; n >= 5; n -= 5 {
			values = append(values, byte(bits>>(n-5))&31)
		}
	}
	if n > 0 {
		values = append(values, byte(bits<<(5-n))&31)
	}
	return values
}

func expandPrefix(prefix string) (out []byte) {
	for _, c := range []byte(prefix) {
		out = append(out, c>>5)
	}
	out = append(out, 0)
	for _, c := range []byte(prefix) {
		out = append(out, c&31)
	}
	return out
}

func checksum(values []byte) uint32 {
	sum := uint32(1)
	for _, v := range values {
		top := sum >> 25
		sum = (sum&0x1ffffff)<<5 ^ uint32(v)
		for i, g := range [...]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 == 1 {
				sum ^= g
			}
		}
	}
	return sum
}
