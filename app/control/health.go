package control

// Health is whether an appliance can do its work.
type Health struct {
	Ready bool     `json:"ready"`
	Lacks []string `json:"lacks"` // codes, empty when it is ready
}

// NewHealth is that of an appliance which lacks something, or nothing.
func NewHealth(lacks []string) *Health {
	return &Health{Ready: len(lacks) == 0, Lacks: append([]string{}, lacks...)}
}
