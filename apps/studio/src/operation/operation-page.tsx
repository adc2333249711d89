import { Empty } from '../parts/notice.js';

export default function OperationPage() {
  return (
    <>
      <h1>Operation</h1>
      <Empty>This page is still to come.</Empty>
    </>
  );
}
