package access

import (
	"strings"

	"anbar/db"
)

// Path is the way that leads through the directories, in words: "/a/b", and "/"
// for a root.
func Path(steps []db.Ancestor) string {
	var b strings.Builder
	for _, s := range steps[min(1, len(steps)):] {
		b.WriteString("/" + s.Name)
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}

// foundNode is a node with its space and what the actor may do in it.
type foundNode struct {
	node   *db.Node
	space  *db.Space
	grants *grants
}

// loadNode loads a node of a space that the actor belongs to, in the trash or outside it.
func loadNode(v *db.View, who Actor, space db.SpaceID, id db.NodeID) (*foundNode, error) {
	s, gs, err := loadSpace(v, who, space)
	if err != nil {
		return nil, err
	}
	n, err := v.NodeByID(id)
	if err != nil || n.Space != space {
		return nil, toInvalidID(err)
	}
	return &foundNode{node: n, space: s, grants: gs}, nil
}

// loadAncestors is the way from the root down to a node. Most nodes that are asked for lie
// so near a root that the space knows it.
func loadAncestors(v *db.View, s *db.Space, who Actor, n *db.Node) ([]db.Ancestor, error) {
	self := db.Ancestor{ID: n.ID, Name: n.Name, Root: n.Root, Owner: n.Owner}
	switch n.Parent {
	case 0:
		return []db.Ancestor{self}, nil
	case s.Root:
		return []db.Ancestor{{ID: s.Root, Root: rootShared}, self}, nil
	case s.MyRoot:
		return []db.Ancestor{{ID: s.MyRoot, Root: rootMy, Owner: who.User}, self}, nil
	}
	return v.PathOf(n.ID)
}
