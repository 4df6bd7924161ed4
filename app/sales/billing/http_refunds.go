package billing

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) mountRefunds(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "POST /admin/payments/{payment_id}/refund", Gate: api.Staff, Area: access.Money, Event: "payment_refund",
		Does:  "Record that the amount of a paid invoice was given back, or let its provider give it back",
		Fails: []*fault.Fault{fault.InvoiceClosed, fault.NothingToRefund, fault.PaymentUnavailable},
	}, s.handleRefundPayment)
	api.Handle(r, api.Op{
		Call: "POST /admin/payments/{payment_id}/void", Gate: api.Staff, Area: access.Money, Event: "payment_void",
		Does: "Give up a pending order, with a reason that the buyer reads", Fails: []*fault.Fault{fault.InvoiceClosed},
	}, s.handleVoidPayment)
	api.Handle(r, api.Op{
		Call: "POST /admin/surplus/{surplus_id}/given-back", Gate: api.Staff, Area: access.Money, Event: "surplus_return",
		Does: "Record that a surplus payment was given back", Fails: []*fault.Fault{fault.InvoiceClosed},
	}, s.handleMarkSurplusReturned)
	api.Stream(r, api.Op{
		Call: "GET /admin/payments/{payment_id}/pdf", Gate: api.Staff, Area: access.Money,
		Does: "The document of an invoice that was paid", Gives: "application/pdf",
	}, s.handleGetInvoicePDFForStaff)
}

type refundIn struct {
	Payment   string `path:"payment_id"`
	Plan      string `json:"plan,omitempty" enum:",keep,end" doc:"of an invoice that is applied: the workspace has its plan until the end, or the time that was bought is taken back"`
	Reason    string `json:"reason"`
	Reference string `json:"reference,omitempty"`
}

func (s *Service) handleRefundPayment(c *api.Call, in *refundIn) (api.None, error) {
	return api.None{}, s.RefundInvoice(c, c.Who, in.Payment, in.Plan, in.Reason, in.Reference, c.Origin())
}

type voidIn struct {
	Payment string `path:"payment_id"`
	Reason  string `json:"reason"`
}

func (s *Service) handleVoidPayment(c *api.Call, in *voidIn) (api.None, error) {
	return api.None{}, s.VoidInvoice(c, c.Who, in.Payment, in.Reason, c.Origin())
}

type surplusReturnedIn struct {
	Surplus   db.PaymentID `path:"surplus_id"`
	Reference string       `json:"reference,omitempty"`
}

func (s *Service) handleMarkSurplusReturned(c *api.Call, in *surplusReturnedIn) (api.None, error) {
	return api.None{}, s.ReturnSurplus(c, c.Who, in.Surplus, in.Reference, c.Origin())
}

type documentIn struct {
	Payment  string `path:"payment_id"`
	Language string `query:"language" doc:"fa or en; that of the caller without it"`
}

func (s *Service) handleGetInvoicePDF(c *api.Call, in *documentIn) error {
	err := s.db.View(c, func(v *db.View) error {
		_, err := loadOwnInvoice(v, c.Who, in.Payment)
		return err
	})
	if err != nil {
		return err
	}
	return s.sendDocument(c, in)
}

func (s *Service) handleGetInvoicePDFForStaff(c *api.Call, in *documentIn) error {
	return s.sendDocument(c, in)
}

func (s *Service) sendDocument(c *api.Call, in *documentIn) error {
	language := in.Language
	if language == "" {
		err := s.db.View(c, func(v *db.View) error {
			u, err := v.UserByID(c.Who.User)
			if err == nil {
				language = u.Language
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	name, pdf, err := s.RenderDocument(c, in.Payment, language)
	if err != nil {
		return err
	}
	c.W.Header().Set("Content-Type", "application/pdf")
	c.W.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, err = c.W.Write(pdf)
	return err
}
