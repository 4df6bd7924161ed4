package nextcloud

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/websocket"
)

// Apps ping whenever they like, long after the last word of the server.
func TestAnAppMayPingLater(t *testing.T) {
	before := sendTime
	sendTime = 50 * time.Millisecond
	defer func() { sendTime = before }()
	heard := make(chan error, 1)
	server := httptest.NewServer(websocket.Server{Handler: func(ws *websocket.Conn) {
		if err := sendText(ws, "authenticated"); err != nil {
			heard <- err
			return
		}
		var word string
		heard <- websocket.Message.Receive(ws, &word)
	}})
	defer server.Close()
	ws, err := websocket.Dial("ws"+strings.TrimPrefix(server.URL, "http"), "", server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	var word string
	if err := websocket.Message.Receive(ws, &word); err != nil || word != "authenticated" {
		t.Fatal(word, err)
	}
	time.Sleep(2 * sendTime)
	if err := ping.Send(ws, nil); err != nil {
		t.Fatal(err)
	}
	if err := websocket.Message.Send(ws, "listen notify_file_id"); err != nil {
		t.Fatal(err)
	}
	if err := <-heard; err != nil {
		t.Errorf("after a ping: %v", err)
	}
}
