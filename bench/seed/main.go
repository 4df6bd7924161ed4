// Seed fills a fresh appliance with a team and their files, for developers.
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strings"

	"anbar/blobstore"
)

const password = "Zagros-1405!"

func main() {
	url := flag.String("url", "http://127.0.0.1:8090", "where the appliance serves")
	logFile := flag.String("log", "", "file with the appliance's first lines, where the set-up link stands")
	flag.Parse()
	if err := seed(*url+"/api", *logFile); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("\n  Sign in as sara@example.org (owner) or omid@example.org with the password %s\n\n", password)
}

type apiClient struct{ base, token string }

func (c *apiClient) call(method, path, kind string, body, into any) error {
	var r io.Reader
	switch b := body.(type) {
	case nil:
	case []byte:
		r = bytes.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			return err
		}
		r = bytes.NewReader(raw)
	}
	req, err := http.NewRequest(method, c.base+path, r)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", kind)
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("%s %s: %s: %w", method, path, res.Status, err)
	}
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s %s", method, path, res.Status, raw)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(raw, into)
}

type jsonObject = map[string]any

func seed(base, logFile string) error {
	c := &apiClient{base: base}
	var state struct{ Needed bool }
	if err := c.call("GET", "/setup", "", nil, &state); err != nil || !state.Needed {
		return err
	}
	lines, err := os.ReadFile(logFile)
	if err != nil {
		return err
	}
	token := regexp.MustCompile(`token=([A-Z0-9]+)`).FindSubmatch(lines)
	if token == nil {
		return fmt.Errorf("%s has no set-up link", logFile)
	}
	var owner struct {
		Access  string
		SpaceID string `json:"space_id"`
	}
	if err := c.call("POST", "/setup", "application/json", jsonObject{
		"token": string(token[1]), "first_name": "سارا", "last_name": "محمدی", "email": "sara@example.org", "password": password,
		"language": "fa", "workspace_title": "شرکت پارس‌نگار", "selling": true,
	}, &owner); err != nil {
		return err
	}
	c.token = owner.Access
	if err := c.configureBilling(); err != nil {
		return err
	}
	if err := c.call("PUT", "/storage/workspace/"+owner.SpaceID+"/appearance", "application/json", jsonObject{
		"organization_title": "پارس‌نگار", "primary_color": "#0f766e",
	}, nil); err != nil {
		return err
	}
	var spaces struct {
		Workspaces []struct {
			ID   string `json:"space_id"`
			Root string `json:"root_directory_id"`
			My   string `json:"my_root_directory_id"`
		}
	}
	if err := c.call("GET", "/storage/workspaces", "", nil, &spaces); err != nil {
		return err
	}
	s := spaces.Workspaces[0]
	for _, b := range [][]file{sharedFiles(), pictureFiles()} {
		if err := c.uploadBundle(s.ID, s.Root, b); err != nil {
			return err
		}
	}
	return c.uploadBundle(s.ID, s.My, []file{
		{"", "یادداشت‌های من.md", "# یادداشت\n\n- خرید بلیت\n- تماس با **علی**\n"}, {"رسیدها", "رسید ۱۴۰۵-۰۸.txt", "۱٬۲۵۰٬۰۰۰ تومان\n"},
	})
}

// configureBilling sets where buyers transfer money to, and a discount code.
func (c *apiClient) configureBilling() error {
	if err := c.call("PUT", "/admin/selling", "application/json", jsonObject{
		"on": true, "currency": "IRT", "tax": 1000, "tax_included": false, "trial_days": 30, "grace_days": 7,
		"seller": jsonObject{
			"name": "شرکت ابر انبار", "national_id": "10100000001", "economic_id": "411111111111",
			"address": "تهران، خیابان ولی‌عصر، پلاک ۱", "post_code": "1411111111", "phone": "02100000000",
		},
		"transfer": jsonObject{"holder": "شرکت ابر انبار", "bank": "بانک ملی", "iban": "IR060170000000101234567009",
			"card": "6037991122334453"},
	}, nil); err != nil {
		return err
	}
	return c.call("PUT", "/admin/discounts/PAYIZ10", "application/json", jsonObject{"percent": 10, "cap": 2_000_000}, nil)
}

type file struct{ dir, name, content string }

func sharedFiles() []file {
	return []file{
		{"قراردادها", "قرارداد همکاری با شرکت پارس.txt", "متن قرارداد\n"}, {"قراردادها/بایگانی ۱۴۰۴", "قرارداد اجاره.txt", "بایگانی\n"},
		{
			"پروژه‌ها/البرز", "گزارش پیشرفت.md",
			"# گزارش پیشرفت\n\nبخش نخست به پایان رسید. **سه** کار مانده است.\n\n| کار | روز |\n|---|---|\n| آزمون | ۳ |\n",
		},
		{"Releases", "CHANGELOG.md", "# Changelog\n\n## 2.4.0\n\n- Faster uploads\n- `anbar check` names what it found\n"},
		{"Releases/src", "main.go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"سلام\") }\n"},
		{"", "صورت‌جلسه (2).txt", "حاضران: سارا، امید، مریم\n"}, {"", "budget-1405.csv", "بخش,درآمد,هزینه\nفروش,1240,620\n"},
		{
			"", "نامه به مشتریان — نسخهٔ نهایی برای بازبینی مدیر محصول و روابط عمومی پیش از انتشار.md",
			"# مشتریان گرامی\n\nبا سپاس از همراهی شما.\n",
		},
	}
}

func pictureFiles() []file {
	var all []file
	for i, c := range []color.RGBA{{201, 104, 59, 255}, {59, 127, 201, 255}, {217, 164, 65, 255}, {138, 90, 201, 255}} {
		img := image.NewRGBA(image.Rect(0, 0, 960, 640))
		for y := range 640 {
			for x := range 960 {
				shade := uint8((x*40/960 + y*60/640 + (x*y/4096)%16))
				img.SetRGBA(x, y, color.RGBA{c.R - shade/2, c.G - shade/2, c.B - shade/2, 255})
			}
		}
		var b bytes.Buffer
		if err := jpeg.Encode(&b, img, nil); err != nil {
			panic(err) // the picture is ours
		}
		all = append(all, file{dir: "تصویرهای رویداد پاییز", name: fmt.Sprintf("IMG_%04d.jpg", 2041+i), content: b.String()})
	}
	return all
}

func (c *apiClient) uploadBundle(space, dir string, files []file) error {
	var b bytes.Buffer
	for _, f := range files {
		h, err := json.Marshal(jsonObject{
			"key": f.name, "relative_path": f.dir, "size": len(f.content), "checksum": blobstore.Sum([]byte(f.content)).String(),
		})
		if err != nil {
			return err
		}
		b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(h))))
		b.Write(h)
		b.WriteString(f.content)
	}
	var out struct {
		Results []struct {
			Key   string
			Error string `json:"error_code"`
		}
	}
	if err := c.call("POST", "/upload/bundle?space_id="+space+"&directory_id="+dir, "application/x-anbar-bundle", b.Bytes(),
		&out); err != nil {
		return err
	}
	for _, r := range out.Results {
		if r.Error != "" {
			return fmt.Errorf("%s: %s", r.Key, strings.TrimSpace(r.Error))
		}
	}
	return nil
}
