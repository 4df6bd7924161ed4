package hostile

import "testing"

func TestDocumentsAreManyAndSmall(t *testing.T) {
	all := All()
	if len(all) < 600 {
		t.Errorf("%d documents", len(all))
	}
	names, sum := map[string]bool{}, 0
	for _, d := range all {
		b := d.Make()
		if len(b) > 2<<20 || names[d.Name] {
			t.Errorf("%s has %d bytes", d.Name, len(b))
		}
		names[d.Name] = true
		sum += len(b)
	}
	t.Logf("%d documents, %d MiB", len(all), sum>>20)
}
