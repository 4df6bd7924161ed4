package docx

import (
	"regexp"
	"strings"
)

// imageKey tells two images apart.
type imageKey struct {
	crc  uint32
	size uint64
}

const mediaDir = "word/media/"

func isImage(r relation) bool { return r.mode == "" && strings.HasSuffix(r.kind, "/image") }

// indexImages are the relations of a part to images, by the bytes of these. Of several with the same bytes it is the first.
func (b *document) indexImages(list string) (map[imageKey]string, []relation, error) {
	all, err := parseRelations(b.parts[list])
	if err != nil {
		return nil, nil, err
	}
	ids := map[imageKey]string{}
	for _, r := range all {
		if is, ok := b.findImageKey(list, r); ok && ids[is] == "" {
			ids[is] = r.id
		}
	}
	return ids, all, nil
}

func (b *document) findImageKey(list string, r relation) (imageKey, bool) {
	f := b.files[resolveTarget(list, r.target)]
	if f == nil || !isImage(r) {
		return imageKey{}, false
	}
	return imageKey{f.CRC32, f.UncompressedSize64}, true
}

// unifyImageIDs has both outputs of the editor name images as the original does. With each output the editor makes new
// parts and relations of all images, so that all would look changed.
func (m *merger) unifyImageIDs() error {
	for list := range m.edited.parts {
		if !strings.HasSuffix(list, ".rels") {
			continue
		}
		known, _, err := m.original.indexImages(list)
		if err != nil {
			return err
		}
		for _, b := range []*document{m.untouched, m.edited} {
			own, all, err := b.indexImages(list)
			if err != nil {
				return err
			}
			names := map[string]string{}
			for _, r := range all {
				if is, ok := b.findImageKey(list, r); ok && known[is] != "" {
					names[r.id] = known[is]
				}
			}
			b.renameRelations(ownerOf(list), names)
			// The edited output has the names of the untouched one for images that the original does not have.
			for is, id := range own {
				if known[is] == "" {
					known[is] = id
				}
			}
		}
	}
	return nil
}

// The editor writes relations of images with this prefix, and in double quotes.
var imageRef = regexp.MustCompile(`\br:(?:embed|id)="([^"]+)"`)

// renameRelations gives relations that a part names other numbers.
func (b *document) renameRelations(part string, names map[string]string) {
	src := b.parts[part]
	if src == nil || len(names) == 0 {
		return
	}
	b.parts[part] = imageRef.ReplaceAllFunc(src, func(ref []byte) []byte {
		head, id, _ := strings.Cut(strings.TrimSuffix(string(ref), `"`), `"`)
		if name, ok := names[id]; ok {
			return []byte(head + `"` + name + `"`)
		}
		return ref
	})
}
