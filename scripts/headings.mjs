/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(markdown) {
  const text = markdown.replaceAll(/^```[^]*?^```/gm, '');
  const anchors = new Set();
  for (const [, heading] of text.matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/\]\([^)]*\)/g, '')
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let free = anchor;
    for (let again = 1; anchors.has(free); again += 1) free = `${anchor}-${again}`;
    anchors.add(free);
  }
  return anchors;
}
