// Own stand-in for a Font Awesome kit: adds the icon styles to the page, as kits do.

for (const sheet of ["all", "v4-shims"]) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `https://use.fontawesome.com/releases/v5.15.4/css/${sheet}.min.css`;
  document.head.append(link);
}
