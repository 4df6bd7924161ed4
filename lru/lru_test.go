package lru

import (
	"fmt"
	"testing"
)

func TestWhatWasNotUsedForLongestGoes(t *testing.T) {
	c := New[string, int](2)
	c.Put("a", 1)
	c.Put("b", 2)
	c.Get("a")
	c.Put("c", 3)
	if _, kept := c.Get("b"); kept || c.Len() != 2 {
		t.Errorf("b is kept: %v, of %d", kept, c.Len())
	}
	if v, kept := c.Get("a"); !kept || v != 1 {
		t.Errorf("a: %d, %v", v, kept)
	}
	c.Put("a", 4)
	if v, _ := c.Get("a"); v != 4 || c.Len() != 2 {
		t.Errorf("a: %d, of %d", v, c.Len())
	}
	c.Delete("a")
	c.Delete("nothing")
	if _, kept := c.Get("a"); kept || c.Len() != 1 {
		t.Error("a is kept after it was deleted")
	}
}

func TestValuesCostAsMuchAsTheyHold(t *testing.T) {
	c := NewWithCost(10, func(_ int, v string) int { return len(v) })
	for i := range 5 {
		c.Put(i, "1234")
	}
	if c.Len() != 2 || c.used != 8 {
		t.Errorf("%d values cost %d", c.Len(), c.used)
	}
	c.Put(4, "12")
	if c.Len() != 2 || c.used != 6 {
		t.Errorf("%d values cost %d", c.Len(), c.used)
	}
	c.Put(9, fmt.Sprint(1e9, "and more"))
	if _, kept := c.Get(9); kept || c.used > 10 {
		t.Errorf("what costs more than fits is kept; %d", c.used)
	}
}
