/** Texts opened before, for times without a connection. They belong to one user, and leave with them. */
export const KEPT_CACHE = 'doslovno.kept'

/** Files that another app shared, until the upload page takes them. */
export const SHARED_CACHE = 'doslovno.shared'
