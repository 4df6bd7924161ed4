package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
)

const connections = 16

// loadTest sends n GET requests over 16 connections, one after the other on each,
// and returns the first error. An answer must have status 200 and a Content-Length
// or chunks.
func loadTest(host, path, token string, n int) error {
	request := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", path, host, token)
	failed := make(chan error, connections)
	var all sync.WaitGroup
	for range connections {
		all.Go(func() {
			if err := loadTestConn(host, request, n/connections); err != nil {
				failed <- err
			}
		})
	}
	all.Wait()
	close(failed)
	return <-failed
}

func loadTestConn(host, request string, n int) error {
	c, err := net.Dial("tcp", host)
	if err != nil {
		return err
	}
	defer c.Close()
	r := bufio.NewReaderSize(c, 64<<10)
	for range n {
		if _, err := io.WriteString(c, request); err != nil {
			return err
		}
		if err := skipResponse(r); err != nil {
			return err
		}
	}
	return nil
}

func skipResponse(r *bufio.Reader) error {
	status, err := r.ReadString('\n')
	if err != nil {
		return err
	}
	if !strings.Contains(status, " 200 ") {
		return fmt.Errorf("answer %q", status)
	}
	h, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return err
	}
	if l := h.Get("Content-Length"); l != "" {
		n, err := strconv.Atoi(l)
		if err == nil {
			_, err = r.Discard(n)
		}
		return err
	}
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return err
		}
		n, err := strconv.ParseInt(strings.TrimSpace(line), 16, 64)
		if err != nil {
			return err
		}
		if _, err := r.Discard(int(n) + 2); err != nil || n == 0 {
			return err
		}
	}
}
