// Own stand-in for a visitor-location service: every answer is blank, none is undefined.

for (const fact of ["Country", "Region", "City", "IpAddress", "Internet", "Latitude", "Longitude"]) {
  window[`sGeobytes${fact}`] = "";
}
