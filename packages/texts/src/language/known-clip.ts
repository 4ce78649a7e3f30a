/** What the clip of the speech self-test says. */
export const knownClipText = 'Отлично. Расскажите, пожалуйста, какие результаты мы получили.'
