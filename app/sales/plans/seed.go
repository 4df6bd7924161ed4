package plans

import "anbar/db"

const gib = 1 << 30

// seeds are the plans of a new service. Prices are in Toman.
var seeds = []db.Plan{
	{
		Name: "free", TitleFa: "رایگان", TitleEn: "Free", MinUsers: 1, MaxUsers: 1, Storage: 5 * gib,
		PlanTerms: db.PlanTerms{Versions: 5, TimelineDays: 7, RestoreDays: 7, Fields: 5, Support: "basic", Summaries: "disabled"},
	},
	{
		Name: "standard", TitleFa: "استاندارد", TitleEn: "Standard", Price: 89_000, StoragePrice: 1_800, MinUsers: 1, MaxUsers: 5,
		Storage:   50 * gib,
		PlanTerms: db.PlanTerms{Versions: 20, TimelineDays: 30, RestoreDays: 30, Fields: 20, Support: "basic", Summaries: "summarize"},
	},
	{
		Name: "professional", TitleFa: "حرفه‌ای", TitleEn: "Professional", Price: 149_000, StoragePrice: 1_500, MinUsers: 3, MaxUsers: 25,
		Storage: 100 * gib,
		PlanTerms: db.PlanTerms{
			Versions: 100, TimelineDays: 90, RestoreDays: 30, Fields: 50, AdvancedSearch: true, Support: "growth", Summaries: "summarize",
		},
	},
	{
		Name: "business", TitleFa: "کسب‌وکار", TitleEn: "Business", Price: 219_000, StoragePrice: 1_200, MinUsers: 10, MaxUsers: 100,
		Storage: 500 * gib,
		PlanTerms: db.PlanTerms{
			TimelineDays: 365, RestoreDays: 90, Fields: 100, AdvancedSearch: true, Support: "professional", Summaries: "full",
		},
	},
	{
		Name: "growth", TitleFa: "رشد", TitleEn: "Growth", Price: 279_000, StoragePrice: 1_000, MinUsers: 50, MaxUsers: 300,
		Storage: 2048 * gib,
		PlanTerms: db.PlanTerms{
			TimelineDays: 730, RestoreDays: 180, Fields: 100, AdvancedSearch: true, Support: "professional", Summaries: "full",
		},
	},
	{
		Name: "enterprise", TitleFa: "سازمانی", TitleEn: "Enterprise", Price: 349_000, StoragePrice: 900, MinUsers: 100,
		Storage: 5120 * gib,
		PlanTerms: db.PlanTerms{
			TimelineDays: 1825, RestoreDays: 365, Fields: 100, AdvancedSearch: true, Support: "enterprise", Summaries: "full",
		},
	},
	{
		Name: "premium", TitleFa: "ویژه", TitleEn: "Premium", Price: 449_000, StoragePrice: 800, MinUsers: 250, Storage: 10240 * gib,
		PlanTerms: db.PlanTerms{
			TimelineDays: db.ForEver, RestoreDays: 365, Fields: 100, AdvancedSearch: true, Support: "enterprise", Summaries: "full",
		},
	},
}

// Free is the name of the plan that costs nothing.
const Free = "free"

// seedPlans adds the plans that are not there yet.
func seedPlans(tx *db.Tx) error {
	there, err := tx.Plans()
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, p := range there {
		known[p.Name] = true
	}
	for _, p := range seeds {
		if known[p.Name] {
			continue
		}
		if err := tx.InsertPlan(&p); err != nil {
			return err
		}
	}
	return nil
}
