package stories

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"time"

	"anbar/app/base/fault"
)

// longestTask is how long a story waits for a task.
const longestTask = 2 * time.Minute

// settled waits for the task that is the answer to a longer copy or archive, and returns what the call answers when it is done within
// its second: how fast the machine is must decide no story. A task that does not end leaves the answer as it is.
func settled(h http.Handler, req *http.Request, got *answer) *answer {
	var begun struct {
		Task string `json:"task_id"`
	}
	if got.Status != http.StatusAccepted || json.Unmarshal(got.Body, &begun) != nil || begun.Task == "" {
		return got
	}
	for began := time.Now(); time.Since(began) < longestTask; time.Sleep(20 * time.Millisecond) {
		var task struct {
			Status string
			Undo   string `json:"undo_id"`
			Result json.RawMessage
			Error  json.RawMessage
		}
		r := httptest.NewRequest("GET", "/api/storage/tasks/"+begun.Task, nil)
		r.Header.Set("Authorization", req.Header.Get("Authorization"))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), &task) != nil {
			return &answer{w.Code, w.Header(), w.Body.Bytes()}
		}
		switch task.Status {
		case "done":
			if task.Undo != "" {
				w.Header().Set("Anbar-Undo", task.Undo)
			}
			return &answer{http.StatusOK, w.Header(), task.Result}
		case "failed":
			return &answer{statusOf(task.Error), w.Header(), task.Error}
		}
	}
	return got
}

// statusOf is the status of a failure by its key in the catalogue.
func statusOf(failure json.RawMessage) int {
	var f struct {
		Code any `json:"error_code"`
	}
	if err := json.Unmarshal(failure, &f); err != nil {
		return http.StatusInternalServerError
	}
	for _, known := range fault.All() {
		if known.Key == f.Code {
			return known.Status
		}
	}
	return http.StatusInternalServerError
}
