//go:build full

package packaging

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

const firstUploadBar = time.Minute

// TestFirstUploadOnDebian measures, on an empty Debian 12 and 13 that their systemd runs, from the command that installs the package
// until the first file came back. The download of the package and of the system is not in it.
func TestFirstUploadOnDebian(t *testing.T) {
	checkTools(t)
	deb := makePackage(t, "../anbar", "1.0.0")
	for _, suite := range []string{"bookworm", "trixie"} {
		t.Run(suite, func(t *testing.T) {
			m := newRoot(t, debootstrap(t, suite))
			b, err := boot(t, m)
			if err != nil {
				t.Skipf("no systemd runs in a container here: %v", err)
			}
			copyFile(t, deb, m.file("/anbar.deb"))
			began := time.Now()
			said := b.run("apt-get install -y /anbar.deb")
			installed := time.Since(began)
			contains(t, "the end of the installation", said, " serves at http://localhost:8080")
			v := &visitor{t: t, site: "http://localhost:8080", client: &http.Client{Transport: &http.Transport{
				DialContext: func(context.Context, string, string) (net.Conn, error) { return dialIn(b.init) },
			}}}
			v.uploadFirst(tokenIn(t, said))
			took := time.Since(began)
			t.Logf("%s (%s): the package is installed and serves after %.1f s, the first file is back after %.1f s", suite,
				strings.TrimSpace(b.run("cat /etc/debian_version")), installed.Seconds(), took.Seconds())
			if took > firstUploadBar {
				t.Errorf("%v are more than %v", took, firstUploadBar)
			}
		})
	}
}
