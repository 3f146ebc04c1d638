const { basename } = require("path");

exports.file = basename(__filename);
exports.prices = Object.keys(require("../prices.json")).length;
