import type { PageProps } from '../navigation/page-props.js';
import './memories.css';
import { MemoryDetail } from './memory-detail.js';
import { MemoryList } from './memory-list.js';

/** Memories, newest first; or one of them with all that was understood. */
export default function MemoriesPage({ id, query }: PageProps) {
  return id === null ? <MemoryList query={query} /> : <MemoryDetail key={id} id={id} query={query} />;
}
