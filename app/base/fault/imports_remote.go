package fault

// Imports from other servers. The keys that begin with import_link are why a link is not made again.
var (
	ImportTargetGone    = define(422, "import_target_gone", "the directory that the files go into is deleted")
	ImportItemTooDeep   = define(422, "import_item_too_deep", "it lies deeper than any folder can")
	ImportItemEncrypted = define(422, "import_item_encrypted", "it is encrypted, and only the devices of its owner can read it")
	ImportLinkPassword  = define(422, "import_link_password", "the link has a password, which the source does not tell")
	ImportLinkDrop      = define(422, "import_link_drop", "the link takes files in")
	ImportLinkWider     = define(422, "import_link_wider", "its item was here before the import, with other contents")
	ImportLinkNarrowed  = define(422, "import_link_narrowed", "the link is for some people, some openings or one version")
)
