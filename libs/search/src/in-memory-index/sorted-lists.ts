/** Multimap from a key to a list of strings. A list is sorted when it is read. */
export class SortedMultimap {
  private readonly lists = new Map<string, { texts: string[]; isSorted: boolean }>();

  add(key: string, text: string): void {
    const list = this.lists.get(key);
    if (!list) this.lists.set(key, { texts: [text], isSorted: true });
    else {
      list.texts.push(text);
      list.isSorted = false;
    }
  }

  remove(key: string, text: string): void {
    const list = this.lists.get(key);
    if (!list) return;
    list.texts = list.texts.filter((other) => other !== text);
    if (list.texts.length === 0) this.lists.delete(key);
  }

  of(key: string): readonly string[] {
    const list = this.lists.get(key);
    if (!list) return [];
    if (!list.isSorted) {
      list.texts.sort();
      list.isSorted = true;
    }
    return list.texts;
  }
}
