// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title Test token with the six decimals of USDC.
/// @notice For local chains and test networks without USDC. It has no value.
contract TestUSDC is ERC20, Ownable {
    /// @param owner Account that may mint.
    constructor(address owner) ERC20("Test USD Coin", "USDC") Ownable(owner) {}

    /// @notice Mints tokens for `account`. `amount` is in base units: 1_000_000 is one USDC.
    function mint(address account, uint256 amount) external onlyOwner {
        _mint(account, amount);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
