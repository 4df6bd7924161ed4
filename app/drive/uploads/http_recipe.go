package uploads

import (
	"errors"
	"net/http"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/spool"
)

func mountRecipes(r *api.Router, s *Service) {
	api.Stream(r, api.Op{
		Call: "PUT /upload/recipe", Gate: api.Client,
		Does: "Fill whole parts of an upload, from one on, with bytes of a version that you can read and with new ones: operations of " +
			"little-endian numbers, 1 with an offset (uint64) and a length (uint32, at least 4096) to copy, 2 with a length (uint32) and " +
			"the bytes. A recipe has 4 MiB and fills 256 MiB at most",
		Takes: "application/vnd.anbar.recipe", Status: http.StatusNoContent,
		Fails: []*fault.Fault{
			fault.UploadNotFound, fault.InvalidRecipe, fault.RecipeTooLarge, fault.InvalidPart, fault.PartConflict, fault.UploadBusy,
			fault.VersionNotFound, fault.NotAFile, fault.PermissionDenied, fault.QuotaExceeded,
		},
	}, s.handleRecipe)
}

type recipeIn struct {
	partRefIn
	File    string `query:"base_file" required:"true" doc:"in the workspace of the upload"`
	Version string `query:"base_version" required:"true" doc:"of that file; offsets are in its bytes"`
}

func (s *Service) handleRecipe(c *api.Call, in *recipeIn) error {
	ref, first, err := in.parse()
	if err != nil {
		return err
	}
	r := Recipe{Ref: ref, First: first}
	if r.File.UnmarshalText([]byte(in.File)) != nil || r.File == 0 {
		return fault.InvalidID
	}
	if r.Version.UnmarshalText([]byte(in.Version)) != nil || r.Version == 0 {
		return fault.VersionNotFound
	}
	release, err := s.recipeSlots.Acquire(c, c.Owner(), 1)
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer release()
	// In memory, so that a recipe that is wrong anywhere changes nothing.
	r.Body, err = spool.ReadAll(api.PacedBody(c), limits.RecipeBody)
	if errors.Is(err, spool.ErrTooLarge) {
		return fault.RecipeTooLarge
	}
	var refused *fault.Fault
	switch {
	case errors.As(err, &refused):
		return err
	case err != nil:
		return fault.BadRequest.Because(err)
	}
	if err := s.WriteRecipe(c, c.Who, r); err != nil {
		return err
	}
	c.W.WriteHeader(http.StatusNoContent)
	return nil
}
