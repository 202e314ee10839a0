/** Elements around the content, never part of it: a heading in them is theirs. */
export const aroundContent = /^(?:nav|footer|aside|template|dialog|noscript|head|script|style)$/;

/** Characters of prose beside what is marked as the content that make it worth a look. */
export const muchProse = 250;

/** Whether text is prose: that of a paragraph, or as long as one that is written without its tags. */
export const isParagraph = (inParagraph: boolean, text: string): boolean => inParagraph || text.trim().length > 60;
