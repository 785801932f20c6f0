//! What is said by `touchmove verify`.

use crate::words::phrase::phrases;

phrases! {
    /// Whether evidence is as it was written.
    Verify {
        Unaltered { seal, own } = "verify-unaltered",
        Consistent { own } = "verify-consistent",
        OnlyASealShows = "verify-only-a-seal-shows",
        StationUnaltered { seal, own } = "verify-station-unaltered",
        StationConsistent { own } = "verify-station-consistent",
        OnlyASealOfTheLogShows = "verify-only-a-seal-of-the-log-shows",
        Records { first, last } = "verify-records",
        NoRecords = "verify-no-records",
        OfBoard { records, board } = "verify-of-board",
        FromFirst = "verify-from-first",
        FromStated { links } = "verify-from-stated",
        Then { first, rest } = "verify-then",
        GoesOnFrom { seal } = "verify-goes-on-from",
        OneBefore = "verify-one-before",
        SeveralBefore { count } = "verify-several-before",
        NotLookedAt = "verify-not-looked-at",
        MissingBefore { seal } = "verify-missing-before",
        Sealed { times, until, at } = "verify-sealed",
        SealedBefore { sealed, count } = "verify-sealed-before",
        Times { count } = "verify-times",
        Unsealed { last } = "verify-unsealed",
        Short { last, sealed, at } = "verify-short",
        Altered { sealed, seal, at } = "verify-altered",
        Missing { sealed, at } = "verify-missing",
        NoLink { seal } = "verify-no-link",
        NoLinkOfStation { seal } = "verify-no-link-of-station",
        EmptyJournal = "verify-empty-journal",
        NoBeginning = "verify-no-beginning",
        Torn { seal, bytes } = "verify-torn",
        OtherSeal { seal, path, other } = "verify-other-seal",
        EndsElsewhere { path, last, after } = "verify-ends-elsewhere",
        BeforeIt { path, why } = "verify-before-it",
        TornEnd { bytes } = "verify-torn-end",
        NoStation { folder } = "verify-no-station",
    }
}
