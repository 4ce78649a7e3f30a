/**
 * Kinds of work a worker can be set up for: `speech` loads the models and recognises, `media` inspects, downloads,
 * transcodes and cleans up, `text` works on finished texts, `mail` sends mail, `billing` charges and renews.
 */
export const workerRoles = ['speech', 'media', 'text', 'mail', 'billing'] as const
export type WorkerRole = (typeof workerRoles)[number]
