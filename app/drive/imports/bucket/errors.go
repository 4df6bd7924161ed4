package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"anbar/app/base/fault"
	"anbar/app/base/outward"
	"anbar/app/drive/imports/source"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/smithy-go"
)

// toBucketFault gives an error of the service about a bucket its place in the catalogue. Others may be over at the next try.
func toBucketFault(err error) error {
	code, status := responseOf(err)
	var name *net.DNSError
	switch {
	case err == nil || code == "RequestTimeout":
		return err
	case errors.Is(err, outward.ErrOwnNetwork), errors.As(err, &name) && name.IsNotFound: // as one answer
		return fault.ImportAddress.Because(err)
	case code == "NoSuchBucket" || status == http.StatusNotFound || status/100 == 3:
		return fault.ImportBucketNotFound.Because(err)
	case isDeniedCode(code) || status == http.StatusForbidden || status == http.StatusUnauthorized || status == http.StatusBadRequest:
		return fault.ImportSourceDenied.Because(err)
	case isUnreadable(err) || status == http.StatusMethodNotAllowed || status == http.StatusNotImplemented:
		return fmt.Errorf("%w: %w", source.ErrAnswer, err)
	}
	return err
}

// isUnreadable reports whether an answer was read to its end and is none that a service gives.
func isUnreadable(err error) bool {
	var read *smithy.DeserializationError
	var way net.Error
	return errors.As(err, &read) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.As(err, &way) && !errors.Is(err, context.Canceled)
}

// toItemError is said for an error about one object.
func toItemError(err error) error {
	code, status := responseOf(err)
	switch {
	case code == "RequestTimeout":
		return err
	case code == "NoSuchBucket" || errors.Is(err, outward.ErrOwnNetwork) || isDeniedCode(code):
		return toBucketFault(err)
	case status == http.StatusNotFound:
		return errors.Join(source.ErrGone, err)
	case status == http.StatusForbidden:
		return errors.Join(source.ErrDenied, err)
	case status == http.StatusPreconditionFailed || status == http.StatusRequestedRangeNotSatisfiable:
		return errors.Join(source.ErrChanged, err)
	case status == http.StatusBadRequest || status/100 == 3:
		return errors.Join(source.ErrBroken, err) // a key that the service itself does not take
	}
	return err
}

// isDeniedCode reports whether a service takes no more of these keys at all.
func isDeniedCode(code string) bool {
	switch code {
	case "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken", "AccountProblem",
		"AuthorizationHeaderMalformed", "InvalidSecurity", "NotSignedUp":
		return true
	}
	return false
}

func responseOf(err error) (code string, status int) {
	var known smithy.APIError
	if errors.As(err, &known) {
		code = known.ErrorCode()
	}
	var res *awshttp.ResponseError
	if errors.As(err, &res) {
		status = res.HTTPStatusCode()
	}
	return code, status
}
