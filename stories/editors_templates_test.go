package stories

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestATemplateOfTheProgramIsFilledIn with the workspace, the person and the day; an unknown template is refused.
func TestATemplateOfTheProgramIsFilledIn(t *testing.T) {
	t.Parallel()
	a := newAppliance(t, dataDir(t))
	owner := person(t, a, "owner")
	s := owner.do("POST", "/storage/workspace", map[string]string{"title": "شرکت <نمونه> {run}"}).must(t, 201)
	space, root := s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string)
	begin := func(kind, template string) *answer {
		return owner.do("POST", "/editor/onlyoffice/create", map[string]string{
			"space_id": space, "directory_id": root, "file_type": kind, "template": template, "language": "fa",
		})
	}
	made := begin("docx", "letter").must(t, 201)
	if name := made.get(t, "file_name"); name != "نامه.docx" {
		t.Errorf("it is called %v", name)
	}
	where := "/download/space/" + space + "/directory/" + root + "/file/" + made.get(t, "file_id").(string)
	link := owner.do("GET", where, nil).must(t, 200).get(t, "url").(string)
	b := owner.do("GET", link[strings.Index(link, "/api/")+len("/api"):], nil).must(t, 200).Body
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	main, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"به نام خدا", "پیوست: ندارد", "تاریخ: ۱۴", "شرکت &lt;نمونه&gt; &#123;run}"} {
		if !bytes.Contains(main, []byte(want)) {
			t.Errorf("no %q in %s", want, main)
		}
	}
	for _, wrong := range [][2]string{{"docx", "../letter"}, {"xlsx", "letter"}} {
		begin(wrong[0], wrong[1]).must(t, 400)
	}
}
