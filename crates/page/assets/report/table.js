// Tables that are sorted by a click on their heads.

// A column: a head, what rows are sorted by, and what stands in a cell. Numbers are sorted from the greatest.
function sortable(caption, columns, rows, { rowClass = () => "" } = {}) {
  const table = element("table", "sortable");
  table.append(element("caption", "unseen", caption));
  const [head, body] = [element("thead"), element("tbody")];
  const line = element("tr");
  const cells = columns.map((column) => {
    const cell = element("th", column.kind ?? "");
    cell.scope = "col";
    if (column.by) {
      const button = element("button", "sort", column.head);
      if (column.about) button.title = column.about;
      button.addEventListener("click", () => sort(column, cell));
      cell.append(button);
    } else {
      cell.append(element("span", column.below ? "unseen" : "", column.head));
    }
    if (column.below) cell.append(column.below());
    return cell;
  });
  line.append(...cells);
  head.append(line);
  const made = rows.map((row) => {
    const line = element("tr", rowClass(row));
    for (const column of columns) {
      const cell = element(column.isHead ? "th" : "td", column.kind ?? "");
      if (column.isHead) cell.scope = "row";
      cell.append(column.cell(row));
      line.append(cell);
    }
    return { row, line };
  });
  body.append(...made.map(({ line }) => line));
  table.append(head, body);

  function sort(column, cell) {
    const isText = column.order === "text";
    const usual = isText || column.order === "up" ? "ascending" : "descending";
    const other = usual === "ascending" ? "descending" : "ascending";
    const way = cell.getAttribute("aria-sort") === usual ? other : usual;
    for (const other of cells) other.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", way);
    const sign = way === "ascending" ? 1 : -1;
    const compare = isText ? (a, b) => a.localeCompare(b, "en") : (a, b) => a - b;
    // What has no value is last, whichever way; equals keep the order of the standings.
    const sorted = [...made].sort((a, b) => {
      const [left, right] = [column.by(a.row), column.by(b.row)];
      if (left === null || right === null) return (left === null) - (right === null);
      return sign * compare(left, right);
    });
    body.append(...sorted.map(({ line }) => line));
  }
  return table;
}

// What is wider than the page is moved sideways by itself, with the keys too.
function wide(content, label) {
  const made = element("div", "wide");
  made.tabIndex = 0;
  made.setAttribute("role", "region");
  made.setAttribute("aria-label", `${label}: all columns`);
  made.append(content);
  return made;
}
