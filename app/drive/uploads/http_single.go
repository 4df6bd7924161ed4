package uploads

import (
	"net/http"

	"anbar/app/base/api"
	"anbar/app/base/fault"
)

type singleIn struct {
	Space        string `query:"space_id" required:"true"`
	Directory    string `query:"directory_id" required:"true"`
	Key          string `query:"key" required:"true" doc:"the name of the file"`
	Checksum     string `query:"checksum" doc:"BLAKE3 of the file, 64 hexadecimal digits; compared when it is sent"`
	ContentType  string `query:"content_type"`
	RelativePath string `query:"relative_path" doc:"directories below directory_id, made when missing"`
	ModifiedAt   string `query:"modified_at" doc:"the time of the file itself (RFC 3339, years 1 to 9999); what is no such time counts as none"`
	OnDuplicate  string `query:"on_duplicate" doc:"rename, version, replace or skip"`
	Base         string `query:"base_version" doc:"with on_duplicate version: fails unless this is the newest version"`
	Idempotency  string `query:"idempotency_key" doc:"chosen by the caller: the same call again within ten minutes has the answer of the first"`
}

func (in *singleIn) parse() (SingleRequest, error) {
	r := SingleRequest{IdempotencyKey: in.Idempotency, Request: Request{
		Key: in.Key, Checksum: in.Checksum, ContentType: in.ContentType, RelativePath: in.RelativePath, ModifiedAt: in.ModifiedAt,
		OnDuplicate: in.OnDuplicate,
	}}
	if r.Space.UnmarshalText([]byte(in.Space)) != nil || r.Directory.UnmarshalText([]byte(in.Directory)) != nil {
		return r, fault.InvalidID
	}
	if r.Base.UnmarshalText([]byte(in.Base)) != nil {
		return r, fault.Field("base_version", fault.InvalidValue)
	}
	return r, nil
}

func (s *Service) handleSingle(c *api.Call, in *singleIn) error {
	r, err := in.parse()
	if err != nil {
		return err
	}
	release, err := s.partSlots.Acquire(c, c.Owner(), 1)
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer release() // when the answer is made: the slot bounds the memory for the bytes
	content, err := readSingle(api.PacedBody(c), c.R.ContentLength)
	if err != nil {
		return err
	}
	done, err := s.PutSingle(c, c.Who, r, content)
	if err != nil {
		return err
	}
	return api.WriteJSON(c.W, http.StatusCreated, toUploadResult(done))
}
