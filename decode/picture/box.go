package picture

import (
	"image"
	"image/color"
	"image/draw"
)

// shrink averages blocks of a picture that is many times larger than w × h,
// which leaves a few times that size to the slower filter.
func shrink(img image.Image, w, h int) image.Image {
	n := min(img.Bounds().Dx()/w, img.Bounds().Dy()/h) / 2
	if n < 2 {
		return img
	}
	src, ok := img.(*image.YCbCr)
	if !ok {
		return shrinkBanded(img, n)
	}
	cols, rows := blockCount(src.Rect.Dx(), n), blockCount(src.Rect.Dy(), n)
	dst := image.NewRGBA(image.Rect(0, 0, cols, rows))
	for y := range rows {
		for x := range cols {
			r := image.Rect(x*n, y*n, x*n+n, y*n+n).Add(src.Rect.Min).Intersect(src.Rect)
			c := averageColor(src, r)
			copy(dst.Pix[dst.PixOffset(x, y):], []byte{c.R, c.G, c.B, 255})
		}
	}
	return dst
}

// shrinkBanded averages blocks of n × n of any picture, one row of blocks at a time, so
// that no second copy of it is made.
func shrinkBanded(img image.Image, n int) image.Image {
	b := img.Bounds()
	cols, rows := blockCount(b.Dx(), n), blockCount(b.Dy(), n)
	dst := image.NewRGBA(image.Rect(0, 0, cols, rows))
	band := image.NewRGBA(image.Rect(0, 0, b.Dx(), n))
	for y := range rows {
		high := min(n, b.Dy()-y*n)
		draw.Draw(band, image.Rect(0, 0, b.Dx(), high), img, b.Min.Add(image.Pt(0, y*n)), draw.Src)
		for x := range cols {
			wide := min(n, b.Dx()-x*n)
			var sum [4]int
			for row := range high {
				line := band.Pix[row*band.Stride+4*x*n:][:4*wide]
				for i, v := range line {
					sum[i&3] += int(v)
				}
			}
			for i, v := range sum {
				dst.Pix[dst.PixOffset(x, y)+i] = uint8(v / (wide * high))
			}
		}
	}
	return dst
}

// blockCount is how many blocks of n cover a length. A sliver at the end is left
// out, since it would be drawn as wide as the others.
func blockCount(length, n int) int { return (length + n/2) / n }

func averageColor(src *image.YCbCr, r image.Rectangle) color.RGBA {
	var luma int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		at := src.YOffset(r.Min.X, y)
		for _, v := range src.Y[at : at+r.Dx()] {
			luma += int(v)
		}
	}
	var cb, cr, n int
	first, last := src.COffset(r.Min.X, r.Min.Y), src.COffset(r.Max.X-1, r.Min.Y)
	below := src.COffset(r.Min.X, r.Max.Y-1)
	for at := first; at <= below; at += src.CStride {
		for i := at; i <= at+last-first; i++ {
			cb += int(src.Cb[i])
			cr += int(src.Cr[i])
			n++
		}
	}
	red, green, blue := color.YCbCrToRGB(uint8(luma/(r.Dx()*r.Dy())), uint8(cb/n), uint8(cr/n))
	return color.RGBA{red, green, blue, 255}
}
