package limits

import (
	"fmt"
	"time"
)

// Other servers that files are imported from. What they answer is bounded, whatever they say.
const (
	RemoteAnswer       = 8 * mib          // of an answer that is neither file data nor a listing
	RemoteListingEntry = 256 * kib        // of a listing, about one entry
	RemotePage         = 500              // entries of a listing that are held at a time
	RemoteEntries      = 1_000_000        // of one directory
	RemotePath         = 3_500            // bytes of a path
	RemoteDepth        = 100              // names of a path
	RemoteName         = 255              // bytes of the name of a user
	RemoteAddress      = 2_000            // bytes of the address of a server
	RemoteSecret       = 4 * kib          // of a secret of a server
	RemoteFields       = 50               // of an entry
	RemoteText         = 500              // bytes of an etag or of a media type
	RemoteFieldsText   = 24 * kib         // of the tags and custom fields of an entry; ImportMore has room for them
	RemoteVersions     = 100              // of a file, the newest ones
	RemoteTries        = 3                // of a request that the server puts off
	RemotePatience     = 25 * time.Second // of the answers that a person waits for
	RemoteAsks         = 20               // requests to servers that one person may cause, then one after each pause
	RemoteAskPause     = time.Second
	RemoteLogins       = 10               // app passwords of one person that no import uses
	RemoteSignInLife   = 20 * time.Minute // of a question that its person does not answer
	RemoteLoginKept    = time.Hour        // of an app password that no import uses
	RemoteLoginClaim   = time.Minute      // of an app password, until the import is there that was begun with it
	RemoteRevokeTries  = 12               // to give an app password back
	RemoteRevokePause  = time.Minute      // before the second try; it doubles
	RemoteRevokeBatch  = 20               // app passwords that are given back at a time
	RemoteLinks        = 2_000            // public links of a user
)

// remotes are the rows of the table about that.
var remotes = []Row{
	{"logins at other servers that no import uses", "person", fmt.Sprintf("%d, for %s", RemoteLogins, formatSpan(RemoteLoginKept)), "429"},
	{
		"requests to other servers", "person", fmt.Sprintf("%d at once, then one every %s", RemoteAsks, formatSpan(RemoteAskPause)), "429",
	},
	{
		"answers of a server that is imported from", "answer",
		fmt.Sprintf("%s; %s about one entry, %d entries of a folder",
			formatSize(RemoteAnswer), formatSize(RemoteListingEntry), RemoteEntries),
		fmt.Sprintf("the folder fails after %d tries", ImportAttempts),
	},
	{"paths at a server that is imported from", "path", fmt.Sprintf("%d bytes, %d names", RemotePath, RemoteDepth), "the item is left out"},
	{"public links that an import makes again", "import", fmt.Sprint(RemoteLinks), "the rest is left out"},
}
