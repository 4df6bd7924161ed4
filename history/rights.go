package history

import "github.com/anishathalye/porcupine"

// RightOp is an operation on a guest's role: grant, revoke, list (shows whether the
// guest has it), or read, a read by the guest.
type RightOp struct {
	Verb string
	ID   string // of the role that is revoked
}

// RightResult is the answer to a RightOp.
type RightResult struct {
	Word string // done or refused
	ID   string // of the role that was granted or listed; empty for none
}

// RightsModel is the model of a guest's role: the guest can read exactly as long as they
// have it. The state is the id of the role; empty for none.
func RightsModel() porcupine.Model {
	return newModel("", func(role string, in RightOp, out *RightResult) (bool, string) {
		switch in.Verb {
		case "read":
			return out == nil || (out.Word == "done") == (role != ""), role
		case "list":
			return stepRoleList(role, out)
		case "revoke":
			there := role == in.ID
			if out != nil && (out.Word == "done") != there {
				return false, role
			}
			if there {
				return true, ""
			}
			return true, role
		}
		if out == nil {
			if role == "" {
				role = unknownID
			}
			return true, role
		}
		fits := out.Word == "done" && (role == "" || role == unknownID || role == out.ID)
		return fits, out.ID
	})
}

func stepRoleList(role string, out *RightResult) (bool, string) {
	switch {
	case out == nil || out.ID == role:
		return true, role
	case role == unknownID && out.ID != "":
		return true, out.ID
	}
	return false, role
}
