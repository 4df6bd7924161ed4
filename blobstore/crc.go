package blobstore

import "hash/crc32"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crc32C(p []byte) uint32 { return crc32.Checksum(p, castagnoli) }

func crcIEEE(p []byte) uint32 { return crc32.ChecksumIEEE(p) }

// combineCRC returns the checksum of a followed by b from the checksums of both
// and the length of b: appending n bytes multiplies a checksum by x^(8n).
func combineCRC(poly, a, b uint32, lenB int64) uint32 {
	factor, power := uint32(1<<31), uint32(1<<23) // x^0 and x^8, reflected
	for ; lenB > 0; lenB >>= 1 {
		if lenB&1 != 0 {
			factor = mulCRC(poly, factor, power)
		}
		power = mulCRC(poly, power, power)
	}
	return mulCRC(poly, factor, a) ^ b
}

// mulCRC multiplies two polynomials over GF(2), reflected, modulo poly.
func mulCRC(poly, a, b uint32) uint32 {
	var product uint32
	for bit := uint32(1 << 31); bit != 0; bit >>= 1 {
		if a&bit != 0 {
			product ^= b
		}
		carry := b & 1
		b >>= 1
		if carry != 0 {
			b ^= poly
		}
	}
	return product
}
