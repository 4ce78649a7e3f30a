/** The words of the clip of the speech self-test. */
export const knownClipText = 'Отлично. Расскажите, пожалуйста, какие результаты мы получили.'
